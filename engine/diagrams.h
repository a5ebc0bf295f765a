// The pictures of the rules to read: positions that a game's own board draws, one after the other,
// with what happened in between. They are cases that are shown (docs/diagrams.md), so that they can
// only be what the rules allow. A chapter names one on a line of its own: {diagram:toast}. What is
// said below its pictures are the texts diagram.toast.1, diagram.toast.2, …
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"

namespace engine {

struct DiagramPicture {
  std::string part;  // of the board; "board" is all of it
  Viewer viewer;
  std::vector<std::string> marks;         // things of the board: "hero:Gg"
  std::shared_ptr<const AnyTable> table;  // at the position that is shown
  size_t first_event = 0;                 // of what happened since the picture before

  // What happened, in sentences.
  std::vector<std::string> told(const Texts& texts) const;
};

struct Diagram {
  std::string id;
  std::vector<DiagramPicture> pictures;

  const EditionPtr& edition() const { return pictures.front().table->edition(); }
};

// Those of a game, by their names. Where an edition makes one impossible, it is that of the game's
// own edition.
std::vector<Diagram> diagrams_of(const AnyGame& game, const EditionPtr& edition);

// The diagram that a line of a chapter names; empty: it is text.
std::string_view diagram_in(std::string_view line);

// The key of what is said below a picture, from 0 on.
std::string caption_key(std::string_view diagram, size_t picture);

}  // namespace engine
