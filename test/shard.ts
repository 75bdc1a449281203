/** The share of a list that this process takes: `--shard=2/4` on its command line; everything without. */
export function shardOf<T>(list: readonly T[]): T[] {
  const given = process.argv.find((word) => word.startsWith('--shard='))
  if (!given) return [...list]
  const [part, count] = given.slice('--shard='.length).split('/').map(Number)
  if (!part || !count || part > count) throw new Error(`${given} names no part`)
  return list.filter((_, i) => i % count === part - 1)
}
