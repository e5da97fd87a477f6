# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sarif.py SCHEMA FILE [RACES.json]: exit 0 when FILE is SARIF.
#
#   - it fits docs/sarif.schema.json, our own of the parts in use
#   - every member is one of sarif_om's class for it, and no member that class requires is missing; these classes were
#     generated from the official schema (Debian: python3-sarif-python-om)
#   - ruleId and ruleIndex name one rule; with the run's JSON: a result for each race, at its lines
import json
import sys

import attr
import jsonschema
import sarif_om

# Class of each member that is an object, or an array of objects.
CLASSES = {
    "runs": sarif_om.Run, "tool": sarif_om.Tool, "driver": sarif_om.ToolComponent, "rules": sarif_om.ReportingDescriptor,
    "shortDescription": sarif_om.MultiformatMessageString, "invocations": sarif_om.Invocation, "results": sarif_om.Result,
    "message": sarif_om.Message, "locations": sarif_om.Location, "relatedLocations": sarif_om.Location,
    "location": sarif_om.Location, "physicalLocation": sarif_om.PhysicalLocation, "region": sarif_om.Region,
    "artifactLocation": sarif_om.ArtifactLocation, "codeFlows": sarif_om.CodeFlow, "threadFlows": sarif_om.ThreadFlow,
}
FREE = {"properties", "partialFingerprints"}  # bags of anything


def fail(what):
    print(what)
    sys.exit(1)


def model(cls, value, path):
    """value's members are those of the class."""
    fields = {a.metadata.get("schema_property_name", a.name): a for a in attr.fields(cls)}
    for name, a in fields.items():
        if a.default is attr.NOTHING and name not in value:
            fail(f"{path}: no {name}")
    for name, v in value.items():
        if name not in fields and not (cls is sarif_om.SarifLog and name == "$schema"):
            fail(f"{path}: {cls.__name__} has no {name}")
        if name in FREE or name not in CLASSES:
            continue
        c = sarif_om.ThreadFlowLocation if cls is sarif_om.ThreadFlow and name == "locations" else CLASSES[name]
        for i, one in enumerate(v if isinstance(v, list) else [v]):
            model(c, one, f"{path}.{name}[{i}]")


def place(location):
    p = location["physicalLocation"]
    return p["region"]["startLine"]


schema = json.load(open(sys.argv[1]))
log = json.load(open(sys.argv[2]))
jsonschema.Draft202012Validator.check_schema(schema)
for e in jsonschema.Draft202012Validator(schema).iter_errors(log):
    fail(f"{e.json_path if hasattr(e, 'json_path') else list(e.path)}: {e.message[:200]}")
model(sarif_om.SarifLog, log, "log")
run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
for r in run["results"]:
    if rules[r["ruleIndex"]]["id"] != r["ruleId"]:
        fail(f"ruleIndex {r['ruleIndex']} is not {r['ruleId']}")
prints = [r["partialFingerprints"]["race/v1"] for r in run["results"]]
if len(set(prints)) != len(prints):
    fail("one fingerprint twice")
if len(sys.argv) > 3:
    races = json.load(open(sys.argv[3]))["races"]["list"]
    if len(races) != len(run["results"]):
        fail(f"{len(run['results'])} results of {len(races)} races")
    for race, r in zip(races, run["results"]):
        want = (race["kind"], race["second"]["line"], race["first"]["line"], race["cause"])
        got = (r["ruleId"], place(r["locations"][0]),
               place(r["relatedLocations"][0]) if "relatedLocations" in r else None, r["properties"]["cause"])
        if want != got:
            fail(f"{got} is not {want}")
