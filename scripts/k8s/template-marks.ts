/* Marks within the objects of a chart, and the template code that they become in the written YAML. */

/** A template expression within a scalar. */
export const expression = (code: string) => `@@{{ ${code} }}@@`;
/** A mapping or a list out of the values, below its key. */
export const block = (code: string) => `@@block ${code}@@`;

/** Further entries of a mapping, as its key, or of a list. */
export const more = (code: string) => `@@more ${code}@@`;

/** Turns the marks within the written YAML into template code. */
export function filled(text: string): string {
  return text
    .replace(/^( *(?:- )?)([^\n]*?): '?"?@@block (.*?)@@"?'?$/gm, (_, indent: string, key: string, code: string) => {
      const depth = indent.length + 2;
      return `${indent}${key}:\n${' '.repeat(depth)}{{- toYaml ${code} | nindent ${depth} }}`;
    })
    .replace(/^( *)"?@@if (.*?)@@"?: (.*)$/gm, (_, indent: string, code: string, key: string) => {
      const depth = indent.length + 2;
      return `${indent}{{- with ${code} }}\n${indent}${key}:\n${' '.repeat(depth)}{{- toYaml . | nindent ${depth} }}\n${indent}{{- end }}`;
    })
    .replace(/^( *)(?:- )?"?@@more (.*?)@@"?(?:: .*)?$/gm, (_, indent: string, code: string) => {
      return `${indent}{{- with ${code} }}\n${indent}{{- toYaml . | nindent ${indent.length} }}\n${indent}{{- end }}`;
    })
    .replace(/^(.*)'?"?@@\{\{ (.*?) \}\}@@"?'?$/gm, (line) => line.replace(/["']?@@(\{\{ .*? \}\})@@["']?/g, '$1'));
}
