// Runs before the first paint, so that a remembered theme or language shows without a flash.
try {
  const root = document.documentElement;
  const { language, theme } = localStorage;
  const session = sessionStorage.session || localStorage.session;
  const { language: finished, readers = 'GUEST' } = root.dataset;
  // Whoever follows a link to a finished page in a language has chosen it, unless they had chosen before.
  if (language === 'en' || language === 'fr') root.lang = language;
  else if (finished && /[?&]lang=/.test(location.search)) localStorage.language = finished;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // A finished page that is not the one to be shown stays unseen until the right one is there.
  if (finished && root.lang !== finished) root.dataset.waiting = 'language';
  if (finished && !readers.split(' ').includes(roleOf(session))) root.dataset.waiting = 'reader';
} catch {
  // Storage is forbidden: French, and the system's theme.
}

function roleOf(session) {
  try {
    return session ? JSON.parse(session).user.role : 'GUEST';
  } catch {
    return 'GUEST';
  }
}
