import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { EditorValues } from './editor-values.ts';

/** The title of the page follows the driver's name until it is changed by hand. */
export function useTitleOfName(form: UseFormReturn<EditorValues>, name: string): void {
  const former = useRef(name);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name: changed, values }: { name?: string; values: EditorValues }) => {
          const followed = values.displayName === former.current;
          former.current = values.name;
          if (changed === 'name' && followed) form.setValue('displayName', values.name);
        },
      }),
    [form],
  );
}
