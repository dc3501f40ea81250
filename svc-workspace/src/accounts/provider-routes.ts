import type { accountContract, SignUpMode } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { Auth } from './auth.ts';
import type { SiteAuths } from './oidc/site-auths.ts';
import { wantsFactor } from './two-factor/plugin.ts';

type Call = { readonly request: Request; readonly headers: Headers };

interface ProviderDeps {
  readonly publicUrl: string;
  readonly signUp: SignUpMode;
  readonly sites: SiteAuths;
  readonly invitations: { read(code: string): Promise<unknown> };
  relayTo(auth: Auth): (path: string, call: Call, body: unknown) => Promise<unknown>;
  /** Runs a function whose input could be guessed. */
  guard<T>(request: Request, run: () => Promise<T>): Promise<T>;
}

/** An address of this installation without its origin; `/` for one of another site. */
export function ownPath(to: string, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const url = URL.canParse(to, origin) ? new URL(to, origin) : null;
  return url?.origin === origin ? url.pathname + url.search + url.hash : '/';
}

/** Signing in with an account of another site (OAuth). A new account needs what signing up needs: a mode, or an invitation. */
export function providerRoutes(
  deps: ProviderDeps,
): Pick<Handlers<typeof accountContract>, 'startProviderSignIn' | 'endProviderSignIn'> {
  const { publicUrl, signUp, sites, invitations, relayTo, guard } = deps;
  return {
    startProviderSignIn: async (call) => {
      const { provider, to, invite_code: code } = call.input;
      const auth = await sites.of(provider);
      if (code !== undefined) await guard(call.request, () => invitations.read(code));
      // A superuser who lets newcomers of a provider join an org has invited them.
      const isInvited = code !== undefined || (await sites.invites(provider));
      const answer = await relayTo(auth)('/sign-in/social', call, {
        provider,
        callbackURL:
          code === undefined ? ownPath(to, publicUrl) : `/sign-in?invite=${encodeURIComponent(code)}`,
        errorCallbackURL: '/sign-in',
        requestSignUp: signUp === 'open' || (signUp === 'invitation' && isInvited),
        disableRedirect: true,
      });
      return { url: (answer as { url: string }).url };
    },
    endProviderSignIn: async ({ request, params: { provider } }) => {
      const auth = await sites.of(provider);
      const url = new URL(`/api/auth/callback/${provider}`, publicUrl);
      url.search = new URL(request.url).search;
      const cookie = request.headers.get('cookie');
      const answer = await auth.handler(new Request(url, { headers: cookie === null ? {} : { cookie } }));
      const to = ownPath(answer.headers.get('location') ?? '/sign-in?error=failed', publicUrl);
      const asks = wantsFactor(await answer.json().catch(() => null));
      const location = asks ? `/sign-in?factor=asked&to=${encodeURIComponent(to)}` : to;
      const led = new Response(null, { status: 302, headers: { location } });
      for (const set of answer.headers.getSetCookie()) led.headers.append('set-cookie', set);
      return led;
    },
  };
}
