/**
 * Runs before the first paint, so that a stored language or theme does not flash. Short, plain JavaScript, because
 * every page contains it.
 */
export const headScript =
  'try{let d=document.documentElement,l=localStorage.language,t=localStorage.theme;' +
  'if(l=="fr"||l=="en")d.lang=d.dataset.lang=l;' +
  'if(t=="light"||t=="dark")d.dataset.theme=t}catch{}';
