import { createVerify } from 'node:crypto';
import { z } from 'zod';

/** A request, as far as an App is concerned. */
interface AppRequest {
  readonly method: string;
  readonly path: string;
  readonly bearer: string;
  readonly body: unknown;
}

interface AppAnswer {
  readonly status: number;
  readonly body: unknown;
}

const Exchange = z.object({ client_id: z.string(), client_secret: z.string(), code: z.string() });
const Claims = z.object({ iss: z.string(), iat: z.number(), exp: z.number() });

/** An App of GitHub with its installations: who may see which, and the tokens that it was granted. */
export class ServedApp {
  /** The installations, with the owner of each. */
  readonly installations = new Map<string, string>();
  /** The people who installed it: the code that each comes back with once, and the installations that they see. */
  readonly codes = new Map<string, { readonly user: string; readonly sees: readonly string[] }>();
  /** The tokens of installations so far, each with its end in milliseconds since 1970. */
  readonly granted = new Map<string, number>();
  /** How long a token lasts. */
  lastsMs = 3_600_000;
  private readonly users = new Map<string, readonly string[]>();
  readonly app: {
    readonly id: string;
    readonly publicKey: string;
    readonly client: readonly [string, string];
  };

  constructor(app: ServedApp['app']) {
    this.app = app;
  }

  /** Whether a token of an installation still holds. */
  holds(token: string): boolean {
    return (this.granted.get(token) ?? 0) > Date.now();
  }

  /** The answer to a request about the App; undefined for any other. */
  answer(request: AppRequest): AppAnswer | undefined {
    const { method, path, bearer, body } = request;
    if (method === 'POST' && path === '/login/oauth/access_token') return this.exchange(body);
    if (path === '/api/v3/user/installations') return this.visible(bearer);
    const [, id] = /^\/api\/v3\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? [];
    return method === 'POST' && id !== undefined ? this.grant(id, bearer) : undefined;
  }

  /** GitHub refuses with 200 and an error. */
  private exchange(body: unknown): AppAnswer {
    const told = Exchange.safeParse(body).data;
    const [id, secret] = this.app.client;
    const found = told && this.codes.get(told.code);
    if (!told || !found || told.client_id !== id || told.client_secret !== secret)
      return { status: 200, body: { error: 'bad_verification_code' } };
    this.codes.delete(told.code);
    const token = `ghu_${found.user}_${String(this.users.size)}`;
    this.users.set(token, found.sees);
    return { status: 200, body: { access_token: token, token_type: 'bearer' } };
  }

  private visible(token: string): AppAnswer {
    const sees = this.users.get(token);
    if (!sees) return { status: 401, body: { message: 'Bad credentials' } };
    const installations = sees.map((id) => ({
      id: Number(id),
      account: { login: this.installations.get(id) ?? 'gone' },
    }));
    return { status: 200, body: { total_count: installations.length, installations } };
  }

  private grant(id: string, proof: string): AppAnswer {
    if (!this.isProof(proof))
      return { status: 401, body: { message: 'A JSON web token could not be decoded' } };
    if (!this.installations.has(id)) return { status: 404, body: { message: 'Not Found' } };
    const token = `ghs_canary_${id}_${String(this.granted.size)}`;
    const until = Date.now() + this.lastsMs;
    this.granted.set(token, until);
    return { status: 201, body: { token, expires_at: new Date(until).toISOString() } };
  }

  /** GitHub takes a proof of at most ten minutes that the App's key signed. */
  private isProof(proof: string): boolean {
    const [head = '', claims = '', signature = ''] = proof.split('.');
    const verified = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(this.app.publicKey, Buffer.from(signature, 'base64url'));
    if (!verified) return false;
    const told = Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    const now = Date.now() / 1_000;
    return told.iss === this.app.id && told.iat <= now && told.exp > now && told.exp - now <= 600;
  }
}
