import { useQuery } from "@tanstack/react-query";
import { type LanguageCode, languageNamed } from "#contract/site/languages.ts";
import { TermsList } from "./terms-dialog.tsx";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";
import { Page } from "#web/ui/layout.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { useLocation, useParams } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function TermsPage() {
  const { t, code } = useLanguage();
  const { version = "" } = useParams();
  const language = languageNamed(new URLSearchParams(useLocation().search).get("in")) ?? code;
  const query = useQuery(termsQuery(/^\d{1,9}$/.test(version) ? version : "0", language));
  const day = query.data?.savedAt;
  return (
    <Page
      heading={t("Terms and Responsibilities")}
      lead={day && <Rich sentence="Updated on <day>day</day>" parts={{ day: () => <DateText value={day} /> }} />}
      width="narrow"
    >
      <Fetched query={query} what={t("Terms and Responsibilities")} skeleton={<SkeletonLines lines={10} />}>
        {({ terms }) => (
          <div lang={language}>
            <TermsList {...terms} heading="h2" />
          </div>
        )}
      </Fetched>
    </Page>
  );
}

const termsQuery = (version: string, language: LanguageCode) =>
  dataQuery(["site", "terms", version, language], (context) =>
    call("GET Site/GetTerms/{version}", { params: { version }, query: { language } }, context),
  );
