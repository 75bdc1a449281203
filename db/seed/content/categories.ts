import { type TSchema, Type } from 'typebox'
import { mapOf, readContent, record } from './read.ts'

/** The four class types; what a portal shows of them is a setting. */
export type ClassType = 'public' | 'specialized' | 'professional' | 'vocational'

/** A record with a value for each class type. */
export const byClassType = <S extends TSchema>(value: S) =>
  record({ public: value, specialized: value, professional: value, vocational: value })

/** A node of the class category tree: a base category has no parent, a major one stands below it. */
interface ClassCategory {
  key: string
  parent: string | null
  type: ClassType
  kind: 'base' | 'major' | 'skill'
  name: string
}

const trees = readContent(
  'categories.yaml',
  byClassType(mapOf(record({ name: Type.String(), majors: mapOf(Type.String()) }))),
)

/** The class categories, each after its parent, in the order they are shown. */
export const classCategories = Object.entries(trees).flatMap(([name, tree]) => {
  const type = name as ClassType
  const [base, major] = type === 'vocational' ? (['skill', 'skill'] as const) : (['base', 'major'] as const)
  return Object.entries(tree).flatMap(([root, { name, majors }]): ClassCategory[] => [
    { key: root, parent: null, type, kind: base, name },
    ...Object.entries(majors).map(([key, name]) => ({ key, parent: root, type, kind: major, name })),
  ])
})
