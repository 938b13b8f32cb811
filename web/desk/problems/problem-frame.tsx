import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { claims, copiesToInspect, incompleteOrders, reportedOrders, workQuery } from "#web/orders/desk-queries.ts";
import { Page } from "#web/ui/layout.tsx";
import { SectionLinks } from "#web/ui/navigation/links.tsx";

const tabs = {
  reported: { name: "Reported by borrowers", to: reportedOrders.path },
  inspection: { name: "Inspection", to: copiesToInspect.path },
  incomplete: { name: "Incomplete returns", to: incompleteOrders.path },
  claims: { name: "Lost and damaged", to: claims.href({ state: "open" }) },
};
type Tab = keyof typeof tabs;

/** Frames a list of problems, with a link to each of the others. */
export function ProblemFrame({ tab, lead, children }: { tab: Tab; lead: string; children: ReactNode }) {
  const work = useQuery(workQuery).data;
  const counts: Record<Tab, number | undefined> = {
    reported: work?.orders.find((orders) => orders.work === "reported")?.count,
    inspection: work?.inInspection,
    incomplete: work?.orders.find((orders) => orders.work === "incomplete")?.count,
    claims: work?.openClaims,
  };
  const section = (key: Tab) => ({
    to: tabs[key].to,
    label: counts[key] ? `${tabs[key].name} (${counts[key].toLocaleString("en-US")})` : tabs[key].name,
    isCurrent: key === tab,
  });
  const sections = [section("reported"), section("inspection"), section("incomplete"), section("claims")];
  return (
    <Page
      heading="Problems"
      documentTitle={tab === "reported" ? "Problems" : `${tabs[tab].name} · Problems`}
      lead={lead}
    >
      <SectionLinks sections={sections} />
      {children}
    </Page>
  );
}
