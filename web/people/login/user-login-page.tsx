import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { destinationOf, loginStateOf, withReturnPath } from "./return-path.ts";
import { LoginForm, WhyLogIn } from "./login-form.tsx";
import { Page } from "#web/ui/layout.tsx";
import { Link, useLocation, useNavigate } from "#web/ui/router.tsx";

export function UserLoginPage() {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const { search, state } = useLocation();
  return (
    <Page heading={t("Log in")} lead={t("Check out your cart and see your orders.")} width="narrow">
      <WhyLogIn />
      <LoginForm
        userTypeId={userTypes.user}
        userName={loginStateOf(state).userName}
        onLoggedIn={(who) => void navigate(destinationOf(search, who), { replace: true })}
        below={(userName) => (
          <p>
            <Link to={withReturnPath("/user/reset-password", search)} state={{ userName }}>
              {t("Reset password")}
            </Link>
          </p>
        )}
      />
      <p>
        <Rich
          sentence="New here? <link>Create an account</link>"
          parts={{ link: (words) => <Link to={withReturnPath("/user/register", search)}>{words}</Link> }}
        />
      </p>
    </Page>
  );
}
