import { LRUCache } from "lru-cache";
import type { Database } from "#server/platform/database.ts";
import type { Changes } from "#server/platform/kept/changes.ts";
import { formOf, phraseOf } from "./phrase-forms.rules.ts";
import { type Term, termsOf } from "../terms.queries.ts";
import { thesaurusKeys, thesaurusOf, type ThesaurusHit } from "../thesaurus.queries.ts";

/** What knows the words of a search. */
export type Lexicon = {
  /** As the statement of this name. */
  termsOf: (texts: readonly string[], phrase?: string) => Promise<readonly Term[]>;
  thesaurusOf: (texts: readonly string[]) => Promise<readonly ThesaurusHit[]>;
};

/** Asks the database each time. */
export const lexiconOfDatabase = (db: Database): Lexicon => ({
  termsOf: (texts, phrase) => termsOf(db, texts, phrase),
  thesaurusOf: (texts) => thesaurusOf(db, texts),
});

const most = { words: 20_000, hits: 2000 };

/**
 * Keeps what words are, as of the last look for changes, so that a search of known words asks nothing. What no title has is forgotten when
 * titles change, since a new one may have it.
 */
export class KeptLexicon implements Lexicon {
  readonly #db: Database;
  readonly #terms = new LRUCache<string, Term>({ max: most.words });
  readonly #hits = new LRUCache<string, ThesaurusHit>({ max: most.hits });
  /** Of these, some words are in no title. */
  readonly #unusedTerms = new LRUCache<string, Term>({ max: most.hits });
  readonly #unusedHits = new LRUCache<string, ThesaurusHit>({ max: most.hits });
  #keys: Promise<ReadonlySet<string>> | undefined;
  /** How often something was dropped: what was asked for before is not kept after it. */
  #dropped = 0;

  constructor(db: Database, changes: Changes) {
    this.#db = db;
    changes.follow(({ everything, isMore }) => {
      this.#dropped += 1;
      this.#unusedTerms.clear();
      this.#unusedHits.clear();
      if (!everything && !isMore) return;
      this.#terms.clear();
      this.#hits.clear();
      this.#keys = undefined;
    });
  }

  async termsOf(texts: readonly string[], phrase = ""): Promise<Term[]> {
    const known = new Map<string, Term>();
    for (const text of texts) {
      const term = text === phrase ? this.#phrase(text) : this.#termOf(text);
      if (term) known.set(text, term);
    }
    const missing = texts.filter((text) => !known.has(text));
    const dropped = this.#dropped;
    const terms = await termsOf(this.#db, missing, phrase);
    for (const [place, text] of missing.entries()) {
      const term = terms[place];
      if (!term) continue;
      known.set(text, term);
      // of a phrase it was not asked whether titles have it
      if (text === phrase || text.length > longestKept || dropped !== this.#dropped) continue;
      (term.isLearned ? this.#terms : this.#unusedTerms).set(text, term);
    }
    return texts.flatMap((text) => known.get(text) ?? []);
  }

  async thesaurusOf(texts: readonly string[]): Promise<ThesaurusHit[]> {
    const keys = await (this.#keys ??= this.#readKeys());
    const kept = texts.flatMap((text) => this.#hits.get(text) ?? this.#unusedHits.get(text) ?? []);
    const keptTexts = new Set(kept.map(({ text }) => text));
    const asked = texts.filter((text) => !keptTexts.has(text) && this.#mayBeIn(keys, text));
    const dropped = this.#dropped;
    const hits = asked.length === 0 ? [] : await thesaurusOf(this.#db, asked);
    for (const hit of dropped === this.#dropped ? hits : [])
      ([...hit.words, ...hit.broader].every(({ isUsed }) => isUsed) ? this.#hits : this.#unusedHits).set(hit.text, hit);
    return [...kept, ...hits];
  }

  #termOf(text: string): Term | undefined {
    return this.#terms.get(text) ?? this.#unusedTerms.get(text);
  }

  /** Its forms, made of those of its words, where these are known. */
  #phrase(text: string): Term | undefined {
    const words = this.#wordsOf(text);
    return words && { ...phraseOf(words), isLearned: false, isKnown: false, isMeant: false };
  }

  #wordsOf(text: string): Term[] | undefined {
    const words: Term[] = [];
    for (const word of text.split(" ")) {
      const term = this.#termOf(word);
      if (!term || !isOneForm(term)) return undefined;
      words.push(term);
    }
    return words;
  }

  #mayBeIn(keys: ReadonlySet<string>, text: string): boolean {
    if (keys.has(text)) return true;
    const words = this.#wordsOf(text);
    return !words || (["english", "spanish"] as const).some((language) => keys.has(formOf(words, language)));
  }

  async #readKeys(): Promise<ReadonlySet<string>> {
    try {
      return new Set(await thesaurusKeys(this.#db));
    } catch (error) {
      this.#keys = undefined;
      throw error;
    }
  }
}

const longestKept = 40;

/** Whether a phrase can be made of it. */
const isOneForm = ({ english, spanish }: Term) =>
  [english, spanish].every((form) => /^(?:'[\p{L}\p{N}]+')?$/u.test(form));
