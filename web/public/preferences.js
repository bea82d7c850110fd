// Runs before the first paint, so that a remembered theme or language shows without a flash.
try {
  const root = document.documentElement;
  const { language, theme, session } = localStorage;
  const { language: finished } = root.dataset;
  // Whoever follows a link to a finished page in a language has chosen it, unless they had chosen before.
  if (language === 'en' || language === 'fr') root.lang = language;
  else if (finished && /[?&]lang=/.test(location.search)) localStorage.language = finished;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (session || sessionStorage.session) root.dataset.session = '';
  // A finished page that is not the one to be shown stays unseen until the right one is there.
  if (finished && (root.lang !== finished || root.dataset.session === '')) root.dataset.waiting = '';
} catch {
  // Storage is forbidden: French, and the system's theme.
}
