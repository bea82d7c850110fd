// Runs before the first paint, so that a remembered theme or language shows without a flash.
try {
  const root = document.documentElement;
  const { language, theme } = localStorage;
  if (language === 'en' || language === 'fr') root.lang = language;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  // Storage is forbidden: French, and the system's theme.
}
