// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// pf_line_layout: once it has settled, rows of all lines of the region, their bits and the pool lie behind each other, from the
// first beat of the table on, and end within it, if it fits; it fits if rows and bits do. By induction.

  reg f_past = 1'b0;
  always @(posedge clk_i) f_past <= 1'b1;
  always @* if (!f_past) assume (!rst_ni);

  (* anyconst *) wire [AddrW-6:0] f_base;
  (* anyconst *) wire [AddrW-2:0] f_words, f_entries;
  (* anyconst *) wire [MemW-1:0]  f_meta;
  (* anyconst *) wire [AddrW-3:0] f_word;  // one of the slice's data

  wire [31:0] f_end  = ({{(37-AddrW){1'b0}}, f_base} << 3) + {{(33-AddrW){1'b0}}, f_words};  // first word behind the region
  wire [31:0] f_last = (f_end - 1) >> 5;
  wire [31:0] f_lines = f_last - (f_base >> 2) + 1;
  wire [31:0] f_bits  = (f_last >> 8) - (f_base >> 10) + 1;
  wire [31:0] f_used  = Sides * f_lines + f_bits;
  wire [31:0] f_line  = f_word >> 5;
  wire        f_in    = {{(34-AddrW){1'b0}}, f_word} >= ({{(37-AddrW){1'b0}}, f_base} << 3) && {{(34-AddrW){1'b0}}, f_word} < f_end;

  always @* begin
    assume (cfg_base_i == f_base && cfg_words_i == f_words && cfg_entries_i == f_entries && cfg_meta_base_i == f_meta);
    assume (f_words != 0 && f_end <= (32'd1 << (AddrW - 2)));
    assume (f_entries <= (32'd1 << (AddrW - 2)));
    assume ({{(35-AddrW){1'b0}}, f_meta} + (f_entries >> 2) <= (32'd1 << MemW));
  end

  wire [MemW-1:0] f_row  = rows_o[0 +: MemW] + f_line;
  wire [MemW-1:0] f_far  = rows_o[(Sides-1)*MemW +: MemW] + f_line;
  wire [MemW-1:0] f_bit  = bits_o + (f_line >> 8);
  wire [MemW-1:0] f_behind = blocks_o - f_meta;                     // the table may end where memory does
  wire [31:0]     f_pool = f_behind + Sides * 8 * pool_o;           // its end

  `PF_ASSERT(a_lines, !settled_o || !f_in || (f_line >= first_o && f_line <= last_o))
  `PF_ASSERT(a_words, !settled_o || f_in == (f_line >= first_o && f_line <= last_o && (f_line != first_o || first_words_o[f_word[4:0]]) &&
                                             (f_line != last_o || last_words_o[f_word[4:0]])))
  `PF_ASSERT(a_fits,  !settled_o || fits_o == (f_used <= (f_entries >> 2)))
  `PF_ASSERT(a_rows,  !settled_o || !fits_o || !f_in || (f_row - f_meta == f_line - (f_base >> 2) &&
                                                          f_far - f_meta == (Sides - 1) * f_lines + f_line - (f_base >> 2)))
  `PF_ASSERT(a_bits,  !settled_o || !fits_o || !f_in || f_bit - f_meta == Sides * f_lines + (f_line >> 8) - (f_base >> 10))
  `PF_ASSERT(a_pool,  !settled_o || !fits_o || (f_behind == f_used && f_pool <= (f_entries >> 2) &&
                                                 (f_pool + Sides * 8 > (f_entries >> 2) || pool_o == (1 << BlockNoW))))
  `PF_ASSERT(a_none,  !settled_o || fits_o || pool_o == 0)
  `PF_COVER(c_pool, settled_o && fits_o && pool_o > 2 && f_lines > 4)
