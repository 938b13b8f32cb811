import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { Link, useLocation, useNavigate } from "#web/ui/router/router.tsx";
import { keepingReturn } from "#web/features/accounts/login/way-to-login.ts";
import { RegistrationForm } from "#web/features/accounts/registration-form.tsx";
import { useSiteConfiguration } from "#web/features/content/site-queries.ts";
import { Page } from "#web/ui/layout/page.tsx";

export function RegisterPage() {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const toLogin = keepingReturn("/user/login", useLocation().search);
  const least = useSiteConfiguration()?.passwordMinLength ?? 8;
  return (
    <Page
      heading={t("Create an account")}
      lead={t("For staff of California education agencies. Borrowing is free.")}
      width="narrow"
    >
      <p>
        <Rich
          sentence="Already registered? <link>Log in</link>"
          parts={{ link: (words) => <Link to={toLogin}>{words}</Link> }}
        />
      </p>
      <RegistrationForm
        passwordMinLength={least}
        onRegistered={(userName) => void navigate(toLogin, { state: { userName, isNew: true } })}
      />
    </Page>
  );
}
