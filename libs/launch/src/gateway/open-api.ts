import { AppError } from '@cairn/contracts';
import type { ServiceName, Services } from '@cairn/contracts/services';
import type { ServiceEnvironment } from '@cairn/service-kit';
import type { Hono } from 'hono';
import { compressedAnswers } from './compressed-answers.ts';
import { forward } from './forward.ts';

/** A service answers with its document at once. */
const FIRST_BYTE_MS = 10_000;

const addressOf = (service: string) => `/openapi/${service}.json`;

interface DocumentedGateway {
  readonly secret: string;
  /** The address of each service. */
  readonly services: Readonly<Record<ServiceName, string>>;
}

/** Answers `/openapi.json`, the index, and the document of each service. They are public and name no internal route. */
export function mountOpenApi(
  app: Hono<ServiceEnvironment>,
  contracts: Services,
  { secret, services: urls }: DocumentedGateway,
): void {
  const services = Object.entries(contracts).map(([name, { title }]) => ({
    name,
    title,
    url: addressOf(name),
  }));
  app.get('/openapi.json', (c) => c.json({ services }));
  app.use('/openapi/*', compressedAnswers());
  for (const [service, url] of Object.entries(urls) as [ServiceName, string][]) {
    app.get(addressOf(service), (c) =>
      forward({
        request: c.req.raw,
        service,
        url: `${url}/openapi.json`,
        headers: { 'x-request-id': c.var.requestId, 'x-cairn-internal': secret },
        setsCookies: false,
        firstByteWithin: FIRST_BYTE_MS,
        log: c.var.log,
      }),
    );
  }
  app.all('/openapi/*', () => {
    throw new AppError('not_found', 'There is no such address.');
  });
}
