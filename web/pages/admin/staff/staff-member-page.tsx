import { useQuery } from "@tanstack/react-query";
import { StaffMemberCards } from "#web/features/accounts/staff/staff-member.tsx";
import { staffQuery } from "#web/features/accounts/staff/staff-queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useParams } from "#web/ui/router/router.tsx";

export function StaffMemberPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(staffQuery);
  const member = query.data?.staff.find(({ userId }) => userId === id);
  return (
    <Page
      heading={member ? member.name || member.userName : "Staff"}
      back={<BackLink to="/admin/staff">Staff</BackLink>}
    >
      <Fetched query={query} what="the account" skeleton={<Skeleton height="20rem" />}>
        {() => (member ? <StaffMemberCards member={member} /> : <EmptyState title="There is nobody here." />)}
      </Fetched>
    </Page>
  );
}
