import type { Order } from "#contract/circulation.ts";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Link } from "#web/ui/router/router.tsx";

/** Which terms an order accepted, as a link to their words in the language in which they were read. */
export function AcceptedTerms({ version, savedAt, language }: Order["terms"]) {
  const { t } = useLanguage();
  const isSpanish = language === "es";
  const parts = { day: () => <DateText value={savedAt} /> };
  return (
    <Link to={`/user/terms/${version}?in=${language}`}>
      {savedAt === null ? (
        t(isSpanish ? "Original terms, in Spanish" : "Original terms, in English")
      ) : (
        <Rich
          sentence={isSpanish ? "Terms of <day>day</day>, in Spanish" : "Terms of <day>day</day>, in English"}
          parts={parts}
        />
      )}
    </Link>
  );
}
