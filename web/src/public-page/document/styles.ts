import type { DisplayStyle } from '@volant/proto/profile/profile';
import tokens from '../../ui/tokens.css?inline';
import base from '../view/base.css?inline';
import buttons from '../view/buttons.css?inline';
import colors from '../view/colors.css?inline';
import desk from '../view/desk.css?inline';
import foot from '../view/foot.css?inline';
import identity from '../view/identity.css?inline';
import minimal from '../view/minimal.css?inline';
import modern from '../view/modern.css?inline';
import modernLayouts from '../view/modern-layouts.css?inline';
import print from '../view/print.css?inline';
import document from './document.css?inline';

const around = (layout: string) => tokens + document + base + identity + desk + layout + foot + colors + print;

/** The style sheet of a page in each style, to inline. */
export const styleSheets: Readonly<Record<DisplayStyle, string>> = {
  modern: around(modern + modernLayouts),
  minimal: around(minimal),
  buttons: around(buttons),
};
