import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useParams } from "#web/ui/router/router.tsx";
import type { ImportDetail } from "#contract/imports.ts";
import { categoriesQuery, gradesQuery, subjectsQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { importQuery } from "#web/features/imports/import-queries.ts";
import { OneImport } from "#web/features/imports/one/one-import.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** admin/import/{id} */
export function ImportPage() {
  const id = routeId(useParams().id);
  return id === undefined ? <Navigate to="/notfound" replace /> : <Import key={id} id={id} />;
}

function Import({ id }: { id: number }) {
  const { data: detail, isError, isFetching, refetch } = useQuery(importQuery(id));
  const categories = useQuery(categoriesQuery);
  const subjects = useQuery(subjectsQuery);
  const grades = useQuery(gradesQuery);
  const lists = [categories, subjects, grades];
  useFreshCatalogue(detail);
  const codes = categories.data &&
    subjects.data &&
    grades.data && { categories: categories.data, subjects: subjects.data, grades: grades.data };
  const failed = (!detail && isError) || (!codes && lists.some((list) => list.isError));
  return (
    <Page
      heading={detail?.fileName ?? "Import"}
      documentTitle={detail ? `Import of ${detail.fileName}` : "Import"}
      back={<BackLink to="/admin/import">Import and export</BackLink>}
    >
      {detail && codes && <OneImport detail={detail} codes={codes} isLost={isError} />}
      {!(detail && codes) && failed && (
        <ErrorState
          retrying={isFetching || lists.some((list) => list.isFetching)}
          onRetry={() => void Promise.all([refetch(), ...lists.map((list) => !list.data && list.refetch())])}
        />
      )}
      {!(detail && codes) && !failed && (
        <Awaiting what="the import">
          <Stack>
            <SkeletonLines lines={3} />
            <Skeleton height="24rem" />
          </Stack>
        </Awaiting>
      )}
    </Page>
  );
}

/** Once everything is saved, whatever is kept of the catalogue is old. */
function useFreshCatalogue(detail: ImportDetail | undefined): void {
  const client = useQueryClient();
  const isSaved = detail?.state === "saved";
  useEffect(() => {
    if (isSaved) void client.invalidateQueries({ queryKey: ["catalogue"] });
  }, [isSaved, client]);
}
