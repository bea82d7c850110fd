import { createHash } from 'node:crypto';
import type { DisplayStyle } from '@volant/proto/profile/profile';
import type { RenderedPage } from '@volant/proto/rendering/page-renderer';
import { renderToStaticMarkup } from 'react-dom/server';
import { displayStyleOf } from '../view/profile.ts';
import { accentStyle } from './accent-style.ts';
import { PublicDocument, SharedTags } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheets } from './styles.ts';

/** What pages of each style share, made once: the last tags of their head, and their policy. */
const kinds = { modern: kindOf('modern'), minimal: kindOf('minimal'), buttons: kindOf('buttons') };

function kindOf(displayStyle: DisplayStyle) {
  const style = styleSheets[displayStyle];
  return {
    style,
    tags: renderToStaticMarkup(<SharedTags script={headScript} style={style} />),
    contentSecurityPolicy: policyWith(style),
  };
}

/** A server-rendered public page may load only itself, its one script and its pictures. */
function policyWith(...styles: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashOf(headScript)}`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** The server-rendered page /d/{id}, and the policy to send with it. */
export function renderPublicPage(input: PublicPageInput): RenderedPage {
  const { style, tags, contentSecurityPolicy } = kinds[displayStyleOf(input.blocks)];
  const own = renderToStaticMarkup(<PublicDocument {...input} />);
  // The driver's accent has a style sheet of its own.
  const accent = accentStyle(input.blocks.accent);
  const shared = accent === '' ? tags : `${tags}<style>${accent}</style>`;
  return {
    html: `<!DOCTYPE html>${own.replace('</head>', () => `${shared}</head>`)}`,
    contentSecurityPolicy: accent === '' ? contentSecurityPolicy : policyWith(style, accent),
  };
}
