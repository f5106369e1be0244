/** Names that every object inherits: a look-up in a table by a visitor's word must find nothing there. */
export const inheritedNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const
