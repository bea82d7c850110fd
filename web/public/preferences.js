// Runs before the first paint, so that a remembered theme or language shows without a flash.
try {
  const root = document.documentElement;
  const { language, theme } = localStorage;
  const { language: finished, readers = 'GUEST' } = root.dataset;
  // Whoever follows a link to a finished page in a language has chosen it, unless they had chosen before.
  if (language === 'en' || language === 'fr') root.lang = language;
  else if (finished && /[?&]lang=/.test(location.search)) localStorage.language = finished;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // A finished page that is not the one to be shown stays unseen until the right one is there.
  if (finished && root.lang !== finished) root.dataset.waiting = 'language';
  const role = roleOf(localStorage.session) || roleOf(sessionStorage.session) || 'GUEST';
  if (finished && !readers.split(' ').includes(role)) root.dataset.waiting = 'reader';
} catch {
  // Storage is forbidden: French, and the system's theme.
}

// As src/browser/kept-session.ts reads it.
function roleOf(session) {
  try {
    const { user, untilClose } = JSON.parse(session);
    if (!untilClose || document.cookie.split('; ').includes('volant_browser=1')) return user.role;
  } catch {
    // No session.
  }
}
