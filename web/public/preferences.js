// Runs before the first paint, so that a remembered theme or language shows without a flash.
try {
  const root = document.documentElement;
  const { language, theme } = localStorage;
  const { language: finished, languages = root.lang, readers = 'GUEST' } = root.dataset;
  const linked = new URLSearchParams(location.search).get('lang');
  // Opening a screen through a link with a language saves that language, unless one was already saved.
  if (languages.split(' ').includes(language)) root.lang = language;
  else if (!language && linked === root.lang) localStorage.language = linked;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // Hide a server-rendered page in the wrong language or for the wrong role until the application has rendered the
  // right one.
  if (finished && root.lang !== finished) root.dataset.waiting = 'language';
  const role = roleOf(localStorage.session) || roleOf(sessionStorage.session) || 'GUEST';
  if (finished && !readers.split(' ').includes(role)) root.dataset.waiting = 'reader';
  if (role !== 'GUEST') root.style.setProperty('--announced', announced(localStorage));
} catch {
  // Storage is blocked: fall back to the served language and the system theme.
}

// The number of announcements above the header, so that they push nothing down. Must match src/app/shell/announcements.tsx.
function announced({ announcements = '[]', 'dismissed-announcements': dismissed = '[]' }) {
  try {
    const gone = JSON.parse(dismissed);
    const isShown = ({ id, version, end }) => Date.parse(end) > Date.now() && !gone.includes(`${id}:${version}`);
    return JSON.parse(announcements).filter(isShown).length;
  } catch {
    return 0;
  }
}

// Must match src/session/stored-session.ts.
function roleOf(session) {
  try {
    const { user, untilClose } = JSON.parse(session);
    if (!untilClose || document.cookie.split('; ').includes('volant_browser=1')) return user.role;
  } catch {
    // No session.
  }
}
