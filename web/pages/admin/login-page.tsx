import { userTypes } from "#contract/codes.ts";
import { useLocation, useNavigate } from "#web/ui/router/router.tsx";
import { landingOf, returnPath } from "#web/features/accounts/login/return-path.ts";
import { LoginForm } from "#web/features/accounts/login/login-form.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function AdminLoginPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <Page heading="Staff login" lead="Manage orders, inventory, and news." width="narrow">
      <LoginForm
        userTypeId={userTypes.admin}
        onLoggedIn={(who) => void navigate(returnPath(search) ?? landingOf(who), { replace: true })}
      />
    </Page>
  );
}
