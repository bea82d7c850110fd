import type { DisplayStyle } from '@volant/proto/profile/profile';
import base from '../features/public-page/base.css?inline';
import buttons from '../features/public-page/buttons.css?inline';
import colors from '../features/public-page/colors.css?inline';
import desk from '../features/public-page/desk.css?inline';
import foot from '../features/public-page/foot.css?inline';
import identity from '../features/public-page/identity.css?inline';
import minimal from '../features/public-page/minimal.css?inline';
import modern from '../features/public-page/modern.css?inline';
import modernLayouts from '../features/public-page/modern-layouts.css?inline';
import print from '../features/public-page/print.css?inline';
import tokens from '../ui/tokens.css?inline';
import document from './document.css?inline';

const around = (layout: string) => tokens + document + base + identity + desk + layout + foot + colors + print;

/** The style sheet of a page in each style, to inline. */
export const styleSheets: Readonly<Record<DisplayStyle, string>> = {
  modern: around(modern + modernLayouts),
  minimal: around(minimal),
  buttons: around(buttons),
};
