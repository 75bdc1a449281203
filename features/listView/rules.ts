/** Views of one list that a person may save, and that a project may share. */
export const mostViews = 20

/** Characters that the filters of a view may have in all, as JSON. */
export const longestFilter = 4000
