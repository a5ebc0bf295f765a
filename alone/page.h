// What the module asks of the page around it (web/src/alone/module.ts), and how texts go back and
// forth: the module makes room for a text, the page writes it there, and whoever was called gives
// the room back.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#define STAMTAFEL_IMPORT(name) __attribute__((import_module("page"), import_name(#name)))
#define STAMTAFEL_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace alone {

// A text that the page has written into room of ours.
class Given {
 public:
  Given(char* text, uint32_t size) : text_(text), size_(size) {}
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given() { std::free(text_); }
  std::string_view view() const { return {text_, size_}; }

 private:
  char* text_;
  uint32_t size_;
};

}  // namespace alone

extern "C" {

// A message for a socket; and its end.
STAMTAFEL_IMPORT(send) void page_send(uint32_t socket, const char* text, uint32_t size);
STAMTAFEL_IMPORT(close) void page_close(uint32_t socket, int32_t code);
// The answer to an HTTP request: status and cookie to keep (empty: none), and the body.
STAMTAFEL_IMPORT(reply)
void page_reply(uint32_t request, int32_t status, const char* cookie, uint32_t cookie_size,
                const char* body, uint32_t body_size);
// A change to keep (rows.h); the page answers by `kept`.
STAMTAFEL_IMPORT(keep) void page_keep(const char* change, uint32_t size);
// The net of a game, by which a bot goes; the page answers by `net`.
STAMTAFEL_IMPORT(bring) void page_bring(const char* game, uint32_t size);
// A question for a bot elsewhere (question.h); the page answers by `thought`.
STAMTAFEL_IMPORT(ask) void page_ask(uint32_t question, const char* text, uint32_t size);
// What Unicode says of a character (unicode.cpp).
STAMTAFEL_IMPORT(character) int32_t page_character(uint32_t code, int32_t what);
// Another form of a text, written into room of ours: where, and in `size` how long.
STAMTAFEL_IMPORT(form)
char* page_form(const char* text, uint32_t length, int32_t form, uint32_t* size);
}
