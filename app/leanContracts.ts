import { parseAst, type Plugin, Visitor } from 'vite'

/** What a browser needs to make a call; the rest of a declaration is the server's. */
const needed = new Set(['method', 'body', 'reply'])

/** The contract as a browser needs it: of each `call(path, { … })` only how it travels is left. */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\.ts$/ },
      handler(code) {
        const cuts: [from: number, to: number][] = []
        new Visitor({
          CallExpression({ callee, arguments: [, options] }) {
            if (callee.type !== 'Identifier' || callee.name !== 'call') return
            if (options?.type !== 'ObjectExpression') return
            options.properties.forEach((property, i) => {
              const isNeeded =
                property.type === 'SpreadElement' ||
                property.key.type !== 'Identifier' ||
                needed.has(property.key.name)
              if (!isNeeded) cuts.push([property.start, options.properties[i + 1]?.start ?? options.end - 1])
            })
          },
        }).visit(parseAst(code, { lang: 'ts' }))
        const lean = cuts.reduceRight((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
        return { code: lean, map: null }
      },
    },
  }
}
