// The result file of an arena being written: each block is in the file when it is played, so a
// program that is killed loses its open blocks only.
#pragma once

#include <memory>
#include <string>

#include "lab/line_file.h"
#include "lab/result_text.h"

namespace lab {

// Of a whole file; "-" is standard input.
engine::Result<ReadResults> read_result_file(const std::string& path);

// A new file with this head. Refused when there is one by that name already.
engine::Result<std::unique_ptr<LineFile>> create_results(const std::string& path,
                                                         const ArenaHead& head);
// To go on with a file: what it holds goes to `read`, a torn last line is cut off. Refused: a file
// with another head (with the reason), one that is no result, one that another program writes to.
engine::Result<std::unique_ptr<LineFile>> go_on_with_results(const std::string& path,
                                                             const ArenaHead& head,
                                                             ReadResults& read);

}  // namespace lab
