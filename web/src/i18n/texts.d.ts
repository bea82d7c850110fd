declare module '*.json?group=common' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=reading' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=editing' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=admin' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=pages' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=claiming' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=account' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=adminPages' {
  const texts: object;
  export default texts;
}
declare module '*.json?group=support' {
  const texts: object;
  export default texts;
}
