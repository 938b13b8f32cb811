import { createBrowserHistory, type History, type Listener } from "#web/ui/router.tsx";
import { leavingQuestion } from "#web/lib/kept-work.ts";

/** Creates the window's history, which asks before leaving a page with unsaved work. Call once. */
export function createSiteHistory(): History {
  const history = createBrowserHistory();
  const guarded =
    (go: History["push"]): History["push"] =>
    (to, state) => {
      const { pathname } = new URL(to, location.href);
      const ask = pathname === location.pathname ? undefined : leavingQuestion();
      if (!ask) go(to, state);
      else void ask().then((isConfirmed) => isConfirmed && go(to, state));
    };
  const go = { push: guarded(history.push), replace: guarded(history.replace), listen: confirmedListen(history) };
  // onto the object itself, because its properties are getters
  return Object.assign(history, go);
}

/** Undoes Back and Forward, asks, and repeats them, because the browser reports them only afterwards. */
function confirmedListen(history: History): History["listen"] {
  const { listen } = history;
  let onUndone: (() => void) | undefined; // set while undoing, which is not reported
  let isConfirmed = false;
  return (listener: Listener) =>
    listen((update) => {
      if (onUndone) {
        onUndone();
        onUndone = undefined;
        return;
      }
      const ask = leavingQuestion();
      if (update.action !== "POP" || !ask || isConfirmed || !update.delta) {
        isConfirmed = false;
        listener(update);
        return;
      }
      const { delta } = update;
      const undoing = new Promise<void>((resolve) => {
        onUndone = resolve;
      });
      history.go(-delta);
      // the browser drops a move while another one is under way
      void Promise.all([ask(), undoing]).then(([answer]) => {
        isConfirmed = answer;
        if (isConfirmed) history.go(delta);
      });
    });
}
