import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "#web/ui/router/router.tsx";
import { RegistrationForm } from "#web/features/accounts/registration-form.tsx";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { Page } from "#web/ui/layout/page.tsx";

export function RegisterPage() {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const least = useQuery(siteConfigurationQuery).data?.passwordMinLength ?? 8;
  return (
    <Page
      heading={t("Create an account")}
      lead={t("For staff of California education agencies. Borrowing is free.")}
      width="narrow"
    >
      <p>
        <Rich
          sentence="Already registered? <link>Log in</link>"
          parts={{ link: (words) => <Link to="/user/login">{words}</Link> }}
        />
      </p>
      <RegistrationForm passwordMinLength={least} onRegistered={() => void navigate("/user/login")} />
    </Page>
  );
}
