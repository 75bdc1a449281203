import Fuse from 'fuse.js/basic'

/** An entry of the menu as it is searched: its headings and its own title, and where it leads. */
export interface Findable {
  title: readonly string[]
  path: string
}

const threshold = 0.4
const weights = [
  { name: 'title', weight: 0.7 },
  { name: 'path', weight: 0.3 },
]

/** Entries of the menu that are like what was typed, the likest first; all of them for nothing typed. */
export function menuSearch<E extends Findable>(entries: readonly E[]): (typed: string) => E[] {
  const fuse = new Fuse([...entries], {
    keys: weights,
    threshold,
    location: 0,
    distance: 100,
    minMatchCharLength: 1,
    shouldSort: true,
  })
  return (typed) => (typed.trim() === '' ? [...entries] : fuse.search(typed.trim()).map(({ item }) => item))
}
