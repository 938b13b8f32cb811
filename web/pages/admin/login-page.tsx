import type { LoggedIn } from "#contract/accounts.ts";
import { userTypes } from "#contract/codes.ts";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "#web/ui/router/router.tsx";
import { loginStateOf } from "#web/features/accounts/login/login-state.ts";
import { WhyLogIn } from "#web/features/accounts/login/why-log-in.tsx";
import { destinationOf, loginAddress, returnPath } from "#web/features/accounts/login/return-path.ts";
import { LoginForm } from "#web/features/accounts/login/login-form.tsx";
import { SecondStepForm } from "#web/features/accounts/login/second-step-form.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function AdminLoginPage() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [token, setToken] = useState<string>();
  const onLoggedIn = (who: LoggedIn) => void navigate(destinationOf(search, who), { replace: true });
  if (token !== undefined)
    return (
      <Page heading="Staff login" lead="Your password is right. One more step." width="narrow">
        <SecondStepForm token={token} onLoggedIn={onLoggedIn} onRestart={() => setToken(undefined)} />
      </Page>
    );
  return (
    <Page heading="Staff login" lead="Manage orders, inventory, and news." width="narrow">
      <WhyLogIn />
      <LoginForm
        userTypeId={userTypes.admin}
        userName={loginStateOf(state).userName}
        onLoggedIn={onLoggedIn}
        onCodeRequired={setToken}
      />
      <p>
        <Link to={loginAddress("/user/reset-password", returnPath(search) ?? "/admin/dashboard")}>Reset password</Link>
      </p>
    </Page>
  );
}
