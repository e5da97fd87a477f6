# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# iguard.mk: iGUARD's units with their reference models. Included by the Makefile.
#
#   B/lib/photofinish-iguard-GEOMETRY.so (sim/iguard) <── B/{san,opt}/tb/cosim/iguard, libphotofinish.a

COSIM_IGUARD := slice sm group
$(B)/san/tb/cosim/iguard: $(COSIM_IGUARD:%=$(B)/san/obj/tb/cosim/iguard_%.o)
$(B)/opt/tb/cosim/iguard: $(COSIM_IGUARD:%=$(B)/obj/tb/cosim/iguard_%.o)

cosim-iguard: iguard-sim $(B)/opt/tb/cosim/iguard
.PHONY: cosim-iguard
