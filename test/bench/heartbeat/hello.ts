import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The emptiest HTTP server there is: what the runtime itself can do on this machine.
const server = createServer((request, response) => {
  request.resume()
  response.end('hello')
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
