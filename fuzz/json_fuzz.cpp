// Text as JSON: it is refused with its line, or it survives being written and read; a catalogue of
// texts and a merge patch are made of it without harm.
#include "engine/text.h"
#include "fuzz/fuzz.h"

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  constexpr std::string_view kSample =
      R"({"a": [1, -20, 3.5e+2, "x\n\u00e4\ud83c\udf7a\"", true, false, null, {}, []], "b": {"c": "€"}})";
  return size < 2 || seed % 64 == 0 ? fuzz::put(kSample, data, max_size)
                                    : LLVMFuzzerMutate(data, size, max_size);
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  return fuzz::set_flags(argc, argv, "4096");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = fuzz::as_text(data, size);
  const auto json = engine::parse_json(text, "input");
  if (!json) {
    fuzz::require(json.error.text.starts_with("input:"), "bad JSON is refused with its line");
    return 0;
  }
  for (int indent : {-1, 0, 3}) {
    const std::string written = json.value.dump(indent);
    const auto again = engine::parse_json(written, "written");
    fuzz::require(static_cast<bool>(again), "what was written is read: " + again.error.text);
    fuzz::require(*again == *json, "what was written is read as the same");
    fuzz::require(again.value.dump(indent) == written, "it is written the same again");
  }
  const auto texts = engine::Texts::load(text, "texts");
  fuzz::require(static_cast<bool>(texts) || texts.error.text.starts_with("texts:"),
                "a bad catalogue is refused with its line");

  // RFC 7396: a patch applied twice changes nothing more.
  engine::Json once = engine::Json::object();
  once.set("a", *json);
  engine::merge_patch(once, *json);
  engine::Json twice = once;
  engine::merge_patch(twice, *json);
  fuzz::require(once == twice, "a merge patch applied twice is applied once");
  return 0;
}
