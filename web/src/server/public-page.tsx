import { renderToStaticMarkup } from 'react-dom/server';
import { customItemsOf } from '../features/public-page/items.ts';
import { displayStyleOf } from '../features/public-page/profile.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { Document } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheetOf } from './styles.ts';

/** The finished page /d/{id} and the policy it has to be sent with. */
export function renderPublicPage(input: PublicPageInput): { html: string; contentSecurityPolicy: string } {
  const style = styleSheetOf(displayStyleOf(input.blocks), customItemsOf(input.blocks).length > 0);
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<Document {...input} style={style} headScript={headScript} />)}`;
  return { html, contentSecurityPolicy: contentSecurityPolicy({ script: headScript, style }) };
}
