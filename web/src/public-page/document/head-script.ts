import { languagesWith } from '@volant/proto/text/languages';

/**
 * Runs before the first paint: applies a stored theme, and hides the page until the script has loaded it in a stored
 * language. Short, plain JavaScript, because every page contains it.
 */
export const headScript =
  'try{let d=document.documentElement,l=localStorage.language,t=localStorage.theme;' +
  `if(l!=d.lang&&${JSON.stringify(languagesWith('page'))}.includes(l))d.dataset.waiting=l;` +
  'if(t=="light"||t=="dark")d.dataset.theme=t}catch{}';
