import type { DisplayStyle } from '@volant/proto/profile/profile';
import type { RenderedPage } from '@volant/proto/rendering/page-renderer';
import { renderToStaticMarkup } from 'react-dom/server';
import { displayStyleOf } from '../features/public-page/profile.ts';
import { accentStyle } from './accent-style.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
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

function policyWith(...styles: readonly string[]): string {
  return contentSecurityPolicy({ script: headScript, styles });
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
