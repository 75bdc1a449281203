import { type Static, Type } from 'typebox'

/** Pixels that a column of a list may be wide. */
export const columnWidths = { least: 60, most: 800 } as const

/** Layout of a column of a list for one reader: visibility, width in pixels, and whether it is pinned. */
export const ListColumn = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 60 }),
  hidden: Type.Optional(Type.Boolean()),
  pinned: Type.Optional(Type.Boolean()),
  width: Type.Optional(Type.Integer({ minimum: columnWidths.least, maximum: columnWidths.most })),
})
export type ListColumn = Static<typeof ListColumn>

/**
 * The columns of a list in their order. A key that the list does not have is ignored, and a column that is not named
 * is shown where the list has it: a list may change after its columns were arranged.
 */
export const ListColumns = Type.Array(ListColumn, { maxItems: 60 })
