import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { userTypes } from "#contract/codes.ts";
import { Link, useLocation, useNavigate } from "#web/ui/router/router.tsx";
import { landingOf, returnPath } from "#web/features/accounts/login/return-path.ts";
import { LoginForm } from "#web/features/accounts/login/login-form.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function UserLoginPage() {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const { search } = useLocation();
  return (
    <Page heading={t("Log in")} lead={t("Check out your cart and see your orders.")} width="narrow">
      <LoginForm
        userTypeId={userTypes.user}
        onLoggedIn={(who) => void navigate(returnPath(search) ?? landingOf(who), { replace: true })}
      />
      <p>
        <Link to="/user/reset-password">{t("Reset password")}</Link>
      </p>
      <p>
        <Rich
          sentence="New here? <link>Create an account</link>"
          parts={{ link: (words) => <Link to="/user/register">{words}</Link> }}
        />
      </p>
    </Page>
  );
}
