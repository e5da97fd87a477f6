// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Of iGUARD's rows of sides, for proofs: the number of a word's side (3: nobody's), and its side, in a row of no block or in a beat.
// SideW is the including module's.

  function [1:0] number(input [255:0] of_row, input [4:0] word);
    number = {of_row[224+word], of_row[192+word]};
  endfunction

  function [SideW-1:0] side_of(input [255:0] of_row, input [4:0] word, input beat);
    side_of = beat                      ? of_row[64*word[1:0] +: SideW] :
              number(of_row, word) == 3 ? {SideW{1'b0}} : of_row[64*number(of_row, word) +: SideW];
  endfunction
