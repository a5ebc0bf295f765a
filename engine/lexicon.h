// All ids of an edition, made once when it is loaded: what a description writes and reads words by.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/spec.h"

namespace engine {

// Kinds of words beyond the game's domains: the questions it asks, then the game's own
// vocabularies (G::vocabularies), which no verb or event needs.
inline constexpr DomainId kPromptWords = 200;
inline constexpr DomainId kFirstVocabulary = 201;

struct WordList {
  std::string id;
  std::vector<std::string> words;  // "": a value that has no word, because it cannot be
};

class Lexicon {
 public:
  Lexicon() = default;
  template <class G>
  static Lexicon of(const typename G::Edition& edition) {
    Lexicon all;
    all.spec_ = &G::spec();
    for (size_t i = 0; i < G::spec().domains.size(); ++i) {
      const auto domain = static_cast<DomainId>(kFirstDomain + i);
      WordList& words = all.domains_.emplace_back();
      words.id = G::spec().domains[i].id;
      for (int value = 0; value < G::domain_size(edition, domain); ++value)
        words.words.emplace_back(G::value_id(edition, domain, value));
    }
    all.prompts_.id = "prompt";
    for (std::string_view prompt : G::spec().prompts) all.prompts_.words.emplace_back(prompt);
    if constexpr (requires { G::vocabularies(edition); }) all.own_ = G::vocabularies(edition);
    return all;
  }

  const GameSpec& spec() const { return *spec_; }
  const WordList& operator[](DomainId domain) const {
    if (domain >= kFirstVocabulary) return own_[domain - size_t{kFirstVocabulary}];
    if (domain == kPromptWords) return prompts_;
    return domains_[domain - size_t{kFirstDomain}];
  }
  const std::vector<WordList>& own() const { return own_; }

 private:
  const GameSpec* spec_ = nullptr;
  std::vector<WordList> domains_;
  WordList prompts_;
  std::vector<WordList> own_;
};

}  // namespace engine
