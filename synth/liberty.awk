# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Liberty -> one line a cell: name, area, 1 if sequential, output pins, clock and reset pins, function of the output.
function flush() {
	if (cell != "")
		print cell, area, seq, outs == "" ? "-" : outs, fn == "" ? "-" : fn
	cell = outs = fn = ""
}
{ gsub(/["\r]/, "") }
/^[ \t]*cell[ \t]*\(/ {
	flush()
	sub(/^[^(]*\([ \t]*/, ""); sub(/[ \t]*\).*/, "")
	cell = $0; area = seq = 0; pin = ""
	next
}
cell == "" { next }
/^[ \t]*area[ \t]*:/ { v = $0; sub(/^[^:]*:[ \t]*/, "", v); sub(/[ \t]*;.*/, "", v); area = v }
/^[ \t]*(ff|latch)[ \t]*\(/ { seq = 1 }
/^[ \t]*pin[ \t]*\(/ { pin = $0; sub(/^[^(]*\([ \t]*/, "", pin); sub(/[ \t]*\).*/, "", pin) }
/^[ \t]*direction[ \t]*:[ \t]*output/ { outs = outs (outs == "" ? "" : ",") pin }
/^[ \t]*function[ \t]*:/ && fn == "" { fn = $0; sub(/^[^:]*:[ \t]*/, "", fn); sub(/[ \t]*;.*/, "", fn); gsub(/[ \t]/, "", fn) }
END { flush() }
