/** The name of an input in a form: one word, or the way to it through objects and lists. */
export type Place = readonly (string | number)[]

/**
 * The input a refused field belongs to: the longest one whose name is part of the field's, as the server may know the
 * form as part of a larger whole ("administrator.loginName" is the input `loginName`) and of what is smaller than an
 * input ("classTypes.2"). Undefined where the form has none.
 */
export function fieldPlace(field: string, places: readonly Place[]): Place | undefined {
  const path = field.split(/[./]/)
  const isPart = (place: Place) =>
    path.some((_, from) => place.every((part, i) => String(part) === path[from + i]))
  return places.filter((place) => place.length > 0 && isPart(place)).sort((a, b) => b.length - a.length)[0]
}
