import { type ESTree, parseAst, type Plugin, Visitor } from 'vite'

/** Parts of a declaration a browser needs to make a call and to know whether to offer it. */
const needed = new Set(['method', 'body', 'reply', 'allow', 'wholeProject', 'offline'])

/** Finds the options of a list's order in the declaration of its input, and what is around them, or null. */
function orderIn(property: ESTree.ObjectPropertyKind) {
  if (property.type === 'SpreadElement' || property.value.type !== 'CallExpression') return null
  const { callee, arguments: given, start, end } = property.value
  const options = given[1]
  const isPaging = callee.type === 'Identifier' && callee.name === 'Paging'
  return isPaging && options ? { from: start, options, to: end } : null
}

/**
 * The contract as a browser needs it: of each `call(path, { … })` only how it travels and who may make it is left, and
 * of the input of a list the columns it can be sorted by: `input: Paging(…, { sort: […] })` is `input: { sort: […] }`.
 * Whatever else a contract calls only makes a declaration, and is marked so: what nothing in the browser uses is
 * left out.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\.ts$/ },
      handler(code) {
        const cuts: [from: number, to: number][] = []
        const marks: number[] = []
        new Visitor({
          CallExpression({ start, callee, arguments: [, options] }) {
            marks.push(start)
            if (callee.type !== 'Identifier' || callee.name !== 'call') return
            if (options?.type !== 'ObjectExpression') return
            options.properties.forEach((property, i) => {
              const order = orderIn(property)
              if (order) cuts.push([order.from, order.options.start], [order.options.end, order.to])
              if (order) return
              const isNeeded =
                property.type === 'SpreadElement' ||
                property.key.type !== 'Identifier' ||
                needed.has(property.key.name)
              if (!isNeeded) cuts.push([property.start, options.properties[i + 1]?.start ?? options.end - 1])
            })
          },
        }).visit(parseAst(code, { lang: 'ts' }))
        const isCut = (at: number) => cuts.some(([from, to]) => from <= at && at < to)
        const edits = [
          ...cuts.map(([from, to]) => ({ from, to, text: '' })),
          ...marks.filter((at) => !isCut(at)).map((at) => ({ from: at, to: at, text: '/* @__PURE__ */ ' })),
        ].sort((a, b) => a.from - b.from)
        const lean = edits.reduceRight(
          (now, { from, to, text }) => now.slice(0, from) + text + now.slice(to),
          code,
        )
        return { code: lean, map: null }
      },
    },
  }
}
