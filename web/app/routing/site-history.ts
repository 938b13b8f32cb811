import { leavingQuestion } from "#web/lib/leave-guard.ts";
import { createBrowserHistory, type History, type Listener } from "#web/ui/router/browser-history.ts";

/** The address bar of this window, with one thing added: a page with unsaved work is asked before it is left. Made once. */
export function createSiteHistory(): History {
  const history = createBrowserHistory();
  const guarded =
    (go: History["push"]): History["push"] =>
    (to, state) => {
      const { pathname } = new URL(to, location.href);
      const ask = pathname === location.pathname ? undefined : leavingQuestion();
      if (!ask) go(to, state);
      else void ask().then((isMeant) => isMeant && go(to, state));
    };
  const go = { push: guarded(history.push), replace: guarded(history.replace), listen: askedFirst(history) };
  // its own properties are getters: they must stay on the object that has them
  return Object.assign(history, go);
}

/** Back and Forward are reported after they happened: they are undone first, confirmed, and repeated. */
function askedFirst(history: History): History["listen"] {
  const { listen } = history;
  let undone: (() => void) | undefined; // awaits a move of our own, which is not reported
  let meant = false;
  return (listener: Listener) =>
    listen((update) => {
      if (undone) {
        undone();
        undone = undefined;
        return;
      }
      const ask = leavingQuestion();
      if (update.action !== "POP" || !ask || meant || !update.delta) {
        meant = false;
        listener(update);
        return;
      }
      const { delta } = update;
      const undoing = new Promise<void>((resolve) => {
        undone = resolve;
      });
      history.go(-delta);
      // the browser drops a move that is asked for while another one is under way
      void Promise.all([ask(), undoing]).then(([isMeant]) => {
        meant = isMeant;
        if (isMeant) history.go(delta);
      });
    });
}
