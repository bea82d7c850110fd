/**
 * Runs before the first paint, so that a remembered language or theme shows without a flash.
 * Kept in plain, short JavaScript because it travels inside every page.
 */
export const headScript =
  'try{let d=document.documentElement,l=localStorage.language,t=localStorage.theme;' +
  'if(l=="fr"||l=="en")d.lang=d.dataset.lang=l;' +
  'if(t=="light"||t=="dark")d.dataset.theme=t}catch{}';
