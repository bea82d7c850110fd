import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, useTheme } from '../theme.ts';

export function ThemeSwitch() {
  const { t } = useTranslation();
  const dark = useTheme() === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={dark ? t('shell.toLight') : t('shell.toDark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
